import { describe, expect, it, test } from 'vitest'
import { parseCampaignReply } from './campaign-replies'

const asked = { isAsked: true, wasWrittenTo: true, optOutWord: '' }
const written = { isAsked: false, wasWrittenTo: true, optOutWord: '' }

describe('CAMP-18 a contact who was asked', () => {
  it.each(['Sim', 'sim!', ' SIM ', 'Pode enviar', 'ok', '👍🏽', 'Sí', 'claro.'])(
    'confirms with a bare %s',
    (text) => {
      expect(parseCampaignReply({ ...asked, text })).toEqual({ kind: 'confirms', isBare: true })
    },
  )

  it.each(['Sim, quanto custa?', 'Quero falar com alguém', '1', 'menu', 'bom dia'])(
    'confirms with %s, which also wants something else',
    (text) => {
      expect(parseCampaignReply({ ...asked, text })).toEqual({ kind: 'confirms', isBare: false })
    },
  )

  it.each([
    'não quero mais receber isso',
    'Não tenho interesse, obrigado',
    'não entendi, o que é?',
    'quero sair da lista',
    'favor parar com isso',
    'me remova, por favor',
    'no me interesa',
  ])('neither confirms nor declines with %s: the question stays open, and people read it', (text) => {
    expect(parseCampaignReply({ ...asked, text })).toBeNull()
  })

  it.each(['Sim, não tem problema', 'Claro, por que não?', 'pode, só não liga de noite'])(
    'confirms with %s, for it begins with a yes',
    (text) => {
      expect(parseCampaignReply({ ...asked, text })).toEqual({ kind: 'confirms', isBare: false })
    },
  )

  it('confirms with a picture', () => {
    expect(parseCampaignReply({ ...asked, text: null })).toEqual({ kind: 'confirms', isBare: false })
  })

  it.each(['não', 'Nao', 'NÃO!', 'não quero', 'no', 'Não, obrigada.', 'agora não', 'cancelar', '👎🏽'])(
    'declines with %s, and is written to by other campaigns',
    (text) => {
      expect(parseCampaignReply({ ...asked, text })).toEqual({ kind: 'declines' })
    },
  )
})

describe.each([
  ['was asked', asked],
  ['got a message', written],
])('CAMP-18 a contact who %s', (_, facts) => {
  it.each(['sair', 'SAIR', ' Parar. ', 'stop!'])('wants no campaigns with %s', (text) => {
    expect(parseCampaignReply({ ...facts, text })).toEqual({ kind: 'optsOut', word: text.trim() })
  })

  it("wants none with the company's own word", () => {
    const own = { ...facts, optOutWord: 'Não perturbe' }
    expect(parseCampaignReply({ ...own, text: 'nao perturbe' })).toMatchObject({ kind: 'optsOut' })
    expect(parseCampaignReply({ ...facts, text: 'remover' })?.kind).not.toBe('optsOut')
  })

  it('means the whole message: the word within a sentence is none', () => {
    expect(parseCampaignReply({ ...facts, text: 'vou sair agora' })?.kind).not.toBe('optsOut')
  })
})

test('CAMP-18 a contact who was written to and not asked can only opt out', () => {
  expect(['sim', 'não', 'oi', null].map((text) => parseCampaignReply({ ...written, text }))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('CAMP-18 a contact without a recent campaign message cannot opt out by reply', () => {
  const facts = { isAsked: false, wasWrittenTo: false, optOutWord: 'x' }
  expect(['sair', 'stop', 'x', 'sim'].map((text) => parseCampaignReply({ ...facts, text }))).toEqual([
    null,
    null,
    null,
    null,
  ])
})
