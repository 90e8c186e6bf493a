export interface SqlText {
  readonly file: string
  readonly text: string
}

export function sqlTextsIn(folder: string): readonly SqlText[]
export function sqlTextsOf(code: string, file: string): readonly SqlText[]
