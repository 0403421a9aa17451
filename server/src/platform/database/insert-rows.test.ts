import { expect, it } from 'vitest'
import { toJsonRows } from './insert-rows'

it('leaves out what no text of PostgreSQL holds, and keeps whole pairs of surrogates', () => {
  const cut = `${'x'.repeat(3)}😀`.slice(0, 4)

  const rows = toJsonRows([{ body: cut, media: { fileName: 'a\u0000b\udc00' }, name: 'Olá 😀' }])

  expect(JSON.parse(rows)).toEqual([{ body: 'xxx', media: { fileName: 'ab' }, name: 'Olá 😀' }])
})
