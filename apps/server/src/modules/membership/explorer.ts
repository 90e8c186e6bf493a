/** Public page of a transaction; {id} is replaced by its ID. */
export const EXPLORER_URL = 'https://tronscan.org/#/transaction/{id}'
