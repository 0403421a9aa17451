import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactFromVcard } from './vcards'

test('a card becomes a contact with its numbers, emails, links and company', () => {
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Silva;João;;;',
    'FN:João Silva',
    'ORG:Ipê\\, Móveis;Vendas',
    'item1.TEL;waid=5511977770000;type=CELL:+55 11 97777-0000',
    'TEL:+55 11 3333-4444',
    'EMAIL;type="WORK":joao.silva@ipe.exa',
    ' mple',
    'URL:https://ipe.example/a:b',
    'END:VCARD',
  ].join('\r\n')

  expect(contactFromVcard({ name: 'João', vcard })).toEqual({
    name: { formatted_name: 'João', first_name: 'João' },
    phones: [
      { phone: '+55 11 97777-0000', type: 'CELL', wa_id: '5511977770000' },
      { phone: '+55 11 3333-4444', type: 'CELL' },
    ],
    emails: [{ email: 'joao.silva@ipe.example' }],
    urls: [{ url: 'https://ipe.example/a:b' }],
    org: { company: 'Ipê, Móveis;Vendas' },
  })
})

test('any text is a card with a name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, vcard) => {
      expect(contactFromVcard({ name, vcard }).name.formatted_name).not.toBe('')
    }),
  )
})
