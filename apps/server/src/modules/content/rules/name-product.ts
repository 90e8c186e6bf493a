const PLACE = '{{product}}'

/** A line of text with the product's name where {{product}} stands. */
export const nameProduct = (text: string, product: string): string => text.replaceAll(PLACE, () => product)

/** The same in Markdown, where signs of the name must not become marks. */
export const nameProductInMarkdown = (text: string, product: string): string =>
  nameProduct(text, product.replaceAll(/[\\`*_[\]<>~|#]/g, '\\$&'))
