/** The maximum length of a visit of the platform's support, after which it ends automatically. */
export const supportMinutes = 60
