/** Numbers of the texts of the site, apart from the schemas so that a page may have them without TypeBox. */

/** Characters of the title of a page or article. */
export const CONTENT_TITLE_MAX = 120
/** Characters of what stands under the title, in lists and in search engines. */
export const CONTENT_SUMMARY_MAX = 300
/** Bytes of the Markdown in UTF-8. */
export const MARKDOWN_MAX_BYTES = 100_000
/** Bytes of an uploaded picture. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024
/** Pixels of either side of an uploaded picture. */
export const PICTURE_MAX_SIDE = 8192
/** Characters of a message to the operator, spaces around it not counted. */
export const CONTACT_TEXT_MIN = 10
export const CONTACT_TEXT_MAX = 5000
export const CONTACT_NAME_MAX = 100
