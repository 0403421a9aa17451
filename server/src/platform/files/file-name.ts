const LONGEST_NAME = 150
const LONGEST_EXTENSION = 12

// Control, format and private use characters, lone surrogates, and line and paragraph separators are invisible.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu
const FORBIDDEN_SOMEWHERE = /[<>:"|?*]/g

/**
 * Cleans a file's name for display. Invisible characters could make "fdp.exe" read as "exe.pdf". The result need not be
 * safe as a path, because files on our disk have other names.
 */
export function displayFileName(given: string, fallback = 'arquivo'): string {
  const visible = given.normalize('NFC').replace(INVISIBLE, '')
  const last = visible.split(/[/\\]/).at(-1) ?? ''
  const name = edgeCharacters(last)
    .replace(FORBIDDEN_SOMEWHERE, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name === '' ? fallback : shorten(name)
}

/** Shortens a name before it is cleaned. A phone may send any length, and cleaning takes quadratic time. */
function edgeCharacters(name: string): string {
  return name.length <= 4 * LONGEST_NAME
    ? name
    : name.slice(0, 2 * LONGEST_NAME) + name.slice(-2 * LONGEST_NAME)
}

function shorten(name: string): string {
  const letters = [...name]
  if (letters.length <= LONGEST_NAME) return name
  const dot = letters.lastIndexOf('.')
  const extension = dot > 0 && letters.length - dot <= LONGEST_EXTENSION ? letters.slice(dot) : []
  return [...letters.slice(0, LONGEST_NAME - extension.length), ...extension].join('')
}

/** Writes the name in ASCII for old browsers and in UTF-8 for the others. It must have passed `displayFileName`. */
export function contentDispositionHeader(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
