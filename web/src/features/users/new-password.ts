/** Without letters and digits that are taken for each other when somebody reads them out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 14

/** A password that nobody can guess: 80 bits, for somebody who will choose one of their own. */
export function newPassword(): string {
  // Of 256 values the last few are left out, so that each letter is as likely as the others.
  const usable = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < usable) password += alphabet[byte % alphabet.length]
  }
  return password
}
