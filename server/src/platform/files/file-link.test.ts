import { describe, expect, it } from 'vitest'
import { deriveFileLinkSigningKeys, signFileLink, verifyFileLink } from './file-link'
import type { FileKey } from './file-store'

const keys = deriveFileLinkSigningKeys('first secret')
const file: FileKey = '7/0123456789abcdef0123456789abcdef.jpg'
const morning = new Date('2026-03-10T00:00:00Z')
const evening = new Date('2026-03-10T23:59:59Z')
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

describe('GEN-20 signed links', () => {
  it('GEN-20 a link is the same all day, so that browsers cache its file', () => {
    expect(signFileLink(keys, file, morning)).toBe(signFileLink(keys, file, evening))
    expect(signFileLink(keys, file, hours(morning, 24))).not.toBe(signFileLink(keys, file, morning))
  })

  it.each([
    ['made in the morning, after 24 h', morning, 24, true],
    ['made in the morning, after nearly 48 h', morning, 47.99, true],
    ['made in the morning, after 48 h', morning, 48, false],
    ['made in the evening, after 24 h', evening, 24, true],
    ['made in the evening, after 25 h', evening, 25, false],
  ])('GEN-20 %s: good is %s', (_what, made, later, isGood) => {
    const link = signFileLink(keys, file, made)

    const opened = verifyFileLink(keys, link, hours(made, later))

    expect(opened !== null).toBe(isGood)
  })

  it('GEN-20 a link contains the file and the name to save it under', () => {
    const opened = verifyFileLink(keys, signFileLink(keys, file, morning, 'Orçamento & nota.pdf'), morning)

    expect(opened).toMatchObject({ key: file, name: 'Orçamento & nota.pdf' })
  })

  it('C4 a link with any changed part opens nothing', () => {
    const link = signFileLink(keys, file, morning, 'a.pdf')
    const changed = [
      link.replace('/7/', '/8/'),
      link.replace('/7/', '/07/'),
      link.replace('abcdef.jpg', 'abcdee.jpg'),
      link.replace('.jpg', '.bin'),
      link.replace('n=a.pdf', 'n=b.pdf'),
      link.replace('n=a.pdf&', ''),
      link.replace(/e=\d+/, 'e=9999999999'),
      link.replace(/e=\d+/, 'e=Infinity'),
      link.replace(/s=.*/, 's='),
      link.replace(/&s=.*/, ''),
      `${link}x`,
      `${link.slice(0, -1)}%C3%A9`,
      link.replace(/\?.*/, ''),
    ]

    expect(changed.map((target) => verifyFileLink(keys, target, morning))).toEqual(changed.map(() => null))
  })

  it('C4 a link of another secret opens nothing; one of a former secret until it expires', () => {
    const former = signFileLink(keys, file, morning)

    expect(verifyFileLink(deriveFileLinkSigningKeys('second secret'), former, morning)).toBeNull()
    expect(
      verifyFileLink(deriveFileLinkSigningKeys('second secret', 'first secret'), former, morning),
    ).not.toBeNull()
  })
})
