/** Where `/` leads until there is a home page. */
export const START = '/order'
