/** Declares a function of the driver without types, which converts a value to its form in the protocol. */
declare module 'pg/lib/utils' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
