export declare function propertySeed(wanted: string | undefined, cwd: string): number | null
