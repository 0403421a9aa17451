import { describe, expect, it } from 'vitest'
import { contentDispositionHeader, displayFileName } from './file-name'

describe('C3 names of files', () => {
  it.each([
    ['an honest name stays', 'Orçamento 2ª via.pdf', 'Orçamento 2ª via.pdf'],
    ['folders', '../../etc/passwd', 'passwd'],
    ['folders of the other system', 'C:\\Users\\ana\\nota.pdf', 'nota.pdf'],
    ['an absolute path', '/etc/cron.d/x', 'x'],
    ['a name turned around by bidi', 'nota\u202efdp.exe', 'notafdp.exe'],
    ['bidi isolates', '\u2066a\u2069.pdf', 'a.pdf'],
    ['zero width', 'fo\u200bto\ufeff.p\u200dng', 'foto.png'],
    ['control characters', 'a\r\nSet-Cookie: x\0.txt', 'aSet-Cookie_ x.txt'],
    ['a double extension stays visible', 'foto.jpg.html', 'foto.jpg.html'],
    ['quotes', 'a"b.pdf', 'a_b.pdf'],
    ['hidden files', '.htaccess', 'htaccess'],
    ['trailing dots, which Windows drops', 'virus.exe. . ', 'virus.exe'],
    ['only invisible characters', '\u200b\u202e', 'arquivo'],
    ['nothing', '', 'arquivo'],
    ['dots alone', '..', 'arquivo'],
  ])('C3 %s', (_what, given, shown) => {
    expect(displayFileName(given)).toBe(shown)
  })

  it('C3 a long name is cut and keeps its extension', () => {
    const shown = displayFileName(`${'ã'.repeat(400)}.pdf`)

    expect([...shown]).toHaveLength(150)
    expect(shown.endsWith('ã.pdf')).toBe(true)
  })

  it('C3 a name of any length is read in linear time, also with many dots', () => {
    expect(displayFileName(`a${'.'.repeat(300_000)}b.pdf`)).toMatch(/^a\.+b?\.pdf$/)
  })

  it('C3 a name cannot break out of its header', () => {
    const header = contentDispositionHeader(displayFileName(`a"; filename=evil.html; x='ção%22\r\nX: y`))

    expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.%~!-]+$/)
  })
})
