import { listConnections } from '@balcao/contract/connections'
import { connectionCauses, connectionStatuses } from '@balcao/domain/connections'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseLanguage, type Language } from '../../lib/i18n/i18n'
import { aConnection, anAdmin, connectionId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const causes = [null, ...connectionCauses]
/** Every cause beside every status, older than anybody's patience. */
const rows = connectionStatuses.flatMap((status, at) =>
  causes.map((cause, which) =>
    aConnection({
      id: connectionId(at * 100 + which + 1),
      name: `${status} ${cause ?? 'without a cause'}`,
      status,
      cause,
      isDefault: false,
    }),
  ),
)
const acts: Record<Language, RegExp> = {
  'pt-BR': /^(QR CODE|Tentar novamente|Novo QR CODE|Parar|Desconectar)$/,
  en: /^(QR CODE|Try again|New QR CODE|Stop|Disconnect)$/,
  es: /^(QR CODE|Intentar de nuevo|Nuevo QR CODE|Detener|Desconectar)$/,
}

it.each(['pt-BR', 'en', 'es'] as const)(
  'no status lasts without a word, a sentence and something to do, whatever its cause: %s',
  async (language) => {
    openApp({
      path: '/connections',
      as: anAdmin(),
      serve: (server) => server.on(listConnections, () => rows),
    })
    await chooseLanguage(language)
    await screen.findAllByText('OPENING network')

    const bad = screen
      .getAllByRole('row')
      .slice(1)
      .flatMap((row) => {
        const [name, situation] = within(row).getAllByRole('cell')
        const words = situation?.textContent ?? ''
        const sentence = situation?.querySelector('p')?.textContent ?? ''
        const offered = within(row).queryAllByRole('button', { name: acts[language] })
        const isSaid = sentence.length > 10 && !/\{\{|cause\.|word\.|Invalid/.test(words)
        return isSaid && offered.length > 0 ? [] : [`${name?.textContent}: ${words} (${offered.length} acts)`]
      })

    expect(bad).toEqual([])
    expect(screen.getAllByRole('row')).toHaveLength(rows.length + 1)
  },
)
