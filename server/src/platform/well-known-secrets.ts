// What an attacker guesses first: the most common passwords, and the values in documents and examples.
const WORDS =
  /^(password|senha|admin|administrador|changeme|change-me|secret|segredo|balcao|whatsapp|example|exemplo|welcome|qwerty|letmein|iloveyou|mudar|trocar|teste?|test)[\W_]*\d*[\W_]*$/i
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
]
const DEMO_PASSWORD = 'balcao-demo'

/** Whether this password or key is a common guess (SECURITY A1). */
export function isWellKnownSecret(secret: string): boolean {
  const lower = secret.toLowerCase()
  const isRun = RUNS.some((run) => run.includes(lower) || [...run].reverse().join('').includes(lower))
  return isRun || lower === DEMO_PASSWORD || WORDS.test(lower) || new Set(lower).size < 4
}
