import { listConnections } from '@balcao/contract/connections'
import { connectionStatuses, disconnectionCauses, linkingSteps } from '@balcao/domain/connections'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseLanguage, type Language } from '../../lib/i18n/i18n'
import { aConnection, anAdmin, connectionId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const causes = [null, ...disconnectionCauses]
/** Every cause and every step with every status, older than the patience of 30 seconds. */
const rows = connectionStatuses.flatMap((status, at) => [
  ...causes.map((cause, which) =>
    aConnection({
      id: connectionId(at * 100 + which + 1),
      name: `${status} ${cause ?? 'without a cause'}`,
      status,
      cause,
      isDefault: false,
    }),
  ),
  ...linkingSteps.map((step, which) =>
    aConnection({
      id: connectionId(at * 100 + causes.length + which + 1),
      name: `${status} at ${step}`,
      status,
      step,
      isDefault: false,
    }),
  ),
])
const acts: Record<Language, RegExp> = {
  'pt-BR': /^(QR CODE|Tentar novamente|Novo QR CODE|O que fazer|Pausar|Desconectar)$/,
  en: /^(QR CODE|Try again|New QR CODE|What to do|Pause|Disconnect)$/,
  es: /^(QR CODE|Intentar de nuevo|Nuevo QR CODE|Qué hacer|Pausar|Desconectar)$/,
}

it.each(['pt-BR', 'en', 'es'] as const)(
  'every status with any cause or step has a label, a sentence and an act: %s',
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
        const isReadable = sentence.length > 10 && !/\{\{|cause\.|step\.|word\.|Invalid/.test(words)
        return isReadable && offered.length > 0
          ? []
          : [`${name?.textContent}: ${words} (${offered.length} acts)`]
      })

    expect(bad).toEqual([])
    expect(screen.getAllByRole('row')).toHaveLength(rows.length + 1)
  },
)
