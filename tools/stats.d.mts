export type Kind = 'product' | 'tests' | 'css'
export declare function kindOf(path: string): Kind | null
export declare function packageOf(path: string): string
export declare function countByPackage(
  lineCounts: readonly (readonly [path: string, lines: number])[],
): Map<string, Partial<Record<Kind, { files: number; lines: number }>>>
