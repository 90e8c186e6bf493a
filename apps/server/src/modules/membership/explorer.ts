/** Where anybody may look at a transaction; {id} stands for its ID. */
export const EXPLORER_URL = 'https://tronscan.org/#/transaction/{id}'
