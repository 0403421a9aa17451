/**
 * SQL condition: a column of phone numbers, which are digits, holds a user id of the official API (`isBusinessScopedUserId`
 * of the domain).
 */
export function isUserIdSql(column: string): string {
  return `${column} like '__.%'`
}
