/** So long a visit of the platform's support lasts at most; then it ends by itself. */
export const supportMinutes = 60
