const PLACEHOLDER = '{{product}}'

/** Replaces {{product}} with the product name in a line of text. */
export const nameProduct = (text: string, product: string): string => text.replaceAll(PLACEHOLDER, () => product)

/** The same for Markdown: escapes characters of the name that have a meaning there. */
export const nameProductInMarkdown = (text: string, product: string): string =>
  nameProduct(text, product.replaceAll(/[\\`*_[\]<>~|#]/g, '\\$&'))
