import type { Shape } from '../shape.ts'
import type { workspaces as zh } from '../zh/workspaces.ts'

export const workspaces: Shape<typeof zh> = {
  title: 'Workspace',
  unsaved: 'Unsaved changes',
  saved: {
    open: 'Open a workspace',
  },
}
