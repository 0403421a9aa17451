/** SQL: this column of phone numbers holds a user id of the official API, which begins with two letters and a dot. */
export function isUserIdSql(column: string): string {
  return `${column} like '__.%'`
}
