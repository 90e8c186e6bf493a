export { checkBooks, checkBooksDaily, checkBooksNow } from './check-books.ts'
