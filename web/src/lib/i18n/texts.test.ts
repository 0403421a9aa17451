import { errorCodes } from '@balcao/contract/errors'
import { describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'

/** Plural forms differ between languages, so a family of them counts as one key. */
function keysOf(content: unknown, path = ''): string[] {
  if (typeof content !== 'object' || content === null)
    return [path.replace(/_(zero|one|two|few|many|other)$/, '')]
  return Object.entries(content).flatMap(([key, inner]) =>
    keysOf(inner, path === '' ? key : `${path}.${key}`),
  )
}
const uniqueKeys = (content: unknown) => [...new Set(keysOf(content))].sort()

/** The `{{names}}` in a text. */
function namesIn(content: unknown): string[] {
  return [...new Set(JSON.stringify(content).match(/\{\{\w+\}\}/g))].sort()
}

describe('I18N-01 the three languages', () => {
  it.each(Object.keys(texts.pt ?? {}))('have the same keys in %s', (feature) => {
    const portuguese = uniqueKeys(texts.pt?.[feature])

    expect(uniqueKeys(texts.en?.[feature])).toEqual(portuguese)
    expect(uniqueKeys(texts.es?.[feature])).toEqual(portuguese)
  })

  it.each(Object.keys(texts.pt ?? {}))('fill in the same names in %s', (feature) => {
    const portuguese = namesIn(texts.pt?.[feature])

    expect(namesIn(texts.en?.[feature])).toEqual(portuguese)
    expect(namesIn(texts.es?.[feature])).toEqual(portuguese)
  })

  it.each(['pt', 'en', 'es'])('ERR-36 have a text for every error code in %s', (language) => {
    const errors = texts[language]?.errors ?? {}

    const missing = Object.keys(errorCodes).filter((code) => typeof errors[code] !== 'string')

    expect(missing).toEqual([])
  })
})

it('LOOK one term for one thing: a queue of customers is a fila in Spanish, of tools a cola', () => {
  const { webhooks: _, audit, ...places } = texts.es ?? {}

  expect(JSON.stringify(places).match(/[^"]*\bcolas?\b[^"]*/gi)).toBeNull()
  expect(JSON.stringify(audit)).not.toMatch(/(de una|de la|en la) cola/i)
})

describe('the texts that the documents quote', () => {
  const errors = texts.pt?.errors ?? {}

  it.each([
    ['ERR-12', 'ERR_NO_OTHER_WHATSAPP', 'Deve haver pelo menos uma conexão WhatsApp padrão.'],
    ['ERR-13', 'ERR_NO_DEF_WAPP_FOUND', 'Nenhuma conexão padrão encontrada. Verifique a página de conexões.'],
    ['ERR-14', 'ERR_WAPP_NOT_INITIALIZED', 'Esta conexão não foi iniciada. Verifique a página de conexões.'],
    [
      'ERR-15',
      'ERR_WAPP_CHECK_CONTACT',
      'Não foi possível verificar o contato. Verifique a página de conexões.',
    ],
    ['ERR-16', 'ERR_WAPP_INVALID_CONTACT', 'Este não é um número de WhatsApp válido.'],
    ['ERR-17', 'ERR_WAPP_DOWNLOAD_MEDIA', 'Não foi possível baixar a mídia do WhatsApp.'],
    ['ERR-18', 'ERR_INVALID_CREDENTIALS', 'Erro de autenticação. Por favor, tente novamente.'],
    ['ERR-19', 'ERR_SENDING_WAPP_MSG', 'Erro ao enviar a mensagem. Verifique a página de conexões.'],
    ['ERR-20', 'ERR_DELETE_WAPP_MSG', 'Não foi possível excluir a mensagem do WhatsApp.'],
    ['ERR-21', 'ERR_OTHER_OPEN_TICKET', 'Já existe um ticket aberto para este contato.'],
    ['ERR-22', 'ERR_SESSION_EXPIRED', 'Sessão expirada. Por favor, entre novamente.'],
    ['ERR-23', 'ERR_USER_CREATION_DISABLED', 'A criação de usuários foi desativada pelo administrador.'],
    ['ERR-24', 'ERR_NO_PERMISSION', 'Você não tem permissão para acessar este recurso.'],
    ['ERR-25', 'ERR_DUPLICATED_CONTACT', 'Já existe um contato com este número.'],
    ['ERR-26', 'ERR_NO_SETTING_FOUND', 'Nenhuma configuração encontrada com este nome.'],
    ['ERR-27', 'ERR_NO_CONTACT_FOUND', 'Nenhum contato encontrado com este ID.'],
    ['ERR-28', 'ERR_NO_TICKET_FOUND', 'Nenhum ticket encontrado com este ID.'],
    ['ERR-29', 'ERR_NO_USER_FOUND', 'Nenhum usuário encontrado com este ID.'],
    ['ERR-30', 'ERR_NO_WAPP_FOUND', 'Nenhuma conexão encontrada com este ID.'],
    ['ERR-31', 'ERR_CREATING_MESSAGE', 'Erro ao gravar a mensagem.'],
    ['ERR-32', 'ERR_CREATING_TICKET', 'Erro ao criar o ticket.'],
    ['ERR-33', 'ERR_FETCH_WAPP_MSG', 'Mensagem não encontrada no WhatsApp, talvez seja muito antiga.'],
    ['ERR-34', 'ERR_QUEUE_COLOR_ALREADY_EXISTS', 'Esta cor já está em uso, escolha outra.'],
    [
      'ERR-35',
      'ERR_WAPP_GREETING_REQUIRED',
      'A mensagem de saudação é obrigatória quando há mais de uma fila.',
    ],
  ])('%s %s', (_, code, quoted) => {
    expect(errors[code]).toBe(quoted)
  })
})
