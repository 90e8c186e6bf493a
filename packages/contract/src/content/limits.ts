/** Content limits, separate from the schemas so that pages can import them without TypeBox. */

/** Maximum characters of the title of a page or article. */
export const CONTENT_TITLE_MAX = 120
/** Maximum characters of the summary, shown under the title, in lists and in search engines. */
export const CONTENT_SUMMARY_MAX = 300
/** Maximum bytes of the Markdown in UTF-8. */
export const MARKDOWN_MAX_BYTES = 100_000
/** Maximum bytes of an uploaded picture. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024
/** Maximum pixels of either side of an uploaded picture. */
export const PICTURE_MAX_SIDE = 8192
/** Maximum characters of a message to the operator, without surrounding spaces. */
export const CONTACT_TEXT_MIN = 10
export const CONTACT_TEXT_MAX = 5000
export const CONTACT_NAME_MAX = 100

export const CONTENT_KINDS = ['page', 'media'] as const
/** Pattern of the key of a page or article. */
export const CONTENT_KEY = '^[a-z0-9-]{1,64}$'
