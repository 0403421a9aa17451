/** The driver's function that converts a value for the database; it has no types of its own. */
declare module 'pg/lib/utils' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
