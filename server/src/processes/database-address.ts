export function databaseUrlForRole(ownerUrl: string, user: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = user
  url.password = password
  return url.href
}
