export { checkBooks, checkBooksNow } from './check-books.ts'
