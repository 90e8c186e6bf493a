import type { Shape } from '../shape.ts'

/** The page of workspaces; loaded with it. */
export const workspaces = {
  title: '工作区',
  unsaved: '有未保存的更改',
  saved: {
    open: '打开工作区',
  },
}

export type WorkspacesMessages = Shape<typeof workspaces>
