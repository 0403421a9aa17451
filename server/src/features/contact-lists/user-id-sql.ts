/** True for a user id of the official API in a column of phone numbers, which are digits (`isUserId` of the domain). */
export function isUserId(column: string): string {
  return `${column} like '__.%'`
}
