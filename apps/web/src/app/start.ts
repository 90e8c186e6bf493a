/** Where those who are signed in begin. */
export const START = '/order'
