export const services = 1
