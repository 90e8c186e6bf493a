/** Start page of signed-in users. */
export const START = '/order'
