/** Without letters and digits that are easily confused when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 14

/** An unguessable password of 80 bits, which its user will replace. */
export function newPassword(): string {
  // Drops the last few of 256 values, so that every letter is equally likely.
  const usable = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < usable) password += alphabet[byte % alphabet.length]
  }
  return password
}
