/** The decimal sign of the language. */
function decimalSign(language: string): ',' | '.' {
  return language.startsWith('en') ? '.' : ','
}

/**
 * Converts a written number into wire format (`1234.5`): `1.234,50`, `1234,5`, `1,234.50`, `R$ 49,90`. A single sign is the
 * decimal one of the language, or groups thousands where three digits follow the other one. Null for other text.
 */
export function numberOfText(written: string, language: string, decimals: number): string | null {
  const bare = written.replace(/R\$|\s/g, '')
  if (!/^-?\d[\d.,]*$/.test(bare) && !/^-?[.,]\d+$/.test(bare)) return null
  const sign = decimalSign(language)
  const signs = [...bare].filter((one) => one === ',' || one === '.')
  const last = signs.at(-1)
  const isGrouping =
    last !== undefined &&
    /[.,]\d{3}$/.test(bare) &&
    (signs.length > 1 ? signs.every((one) => one === last) : decimals === 0 || last !== sign)
  const at = last === undefined || isGrouping ? bare.length : bare.lastIndexOf(last)
  const whole = bare.slice(0, at).replace(/[.,]/g, '')
  const rest = bare.slice(at + 1)
  const groups = new Set(isGrouping ? [] : signs.slice(0, -1))
  if (rest.length > decimals || groups.size > 1 || (last !== undefined && groups.has(last))) return null
  return `${whole === '' || whole === '-' ? `${whole}0` : whole}${rest === '' ? '' : `.${rest}`}`
}

/** Formats `1234.5` for a field: `1234,5`; with `fixed` decimals, as for prices, `1234,50`. Other texts are unchanged. */
export function shownNumber(value: string | number, language: string, fixed = 0): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', rest = ''] = text.split('.')
  const decimals = rest.padEnd(fixed, '0')
  return decimals === '' ? whole : `${whole}${decimalSign(language)}${decimals}`
}
