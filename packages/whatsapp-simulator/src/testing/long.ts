/** `npm run test:long` runs whole matrices and many kills; `npm test` keeps one of each. */
export const isLong = process.env.TEST_LONG === '1'
