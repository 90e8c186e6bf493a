export declare const CHROMIUM_FLAGS: string[]
export declare const NO_BROWSER: string
/** Path of the browser to use, null where none is installed. */
export declare function findChromium(): Promise<string | null>
export interface BrowserInstaller {
  readonly name: string
  isAvailable(): boolean
  /** False when it failed. */
  install(): boolean
}
/** Path of a browser; installs one when none is found. Null when every installer failed. */
export declare function ensureChromium(options?: {
  readonly find?: () => Promise<string | null>
  readonly installers?: readonly BrowserInstaller[]
  readonly log?: (line: string) => void
}): Promise<string | null>
