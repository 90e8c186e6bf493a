import { page } from '../admin/page.ts'
import { deep } from '../../../../../packages/orderflow/src/deep.ts'
export const pages = [page, deep]
