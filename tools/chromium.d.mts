export declare const CHROMIUM_FLAGS: string[]
export declare const NO_BROWSER: string
/** Path of the browser to use, null where none is installed. */
export declare function findChromium(): Promise<string | null>
