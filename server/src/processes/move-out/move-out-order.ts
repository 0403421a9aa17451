import { parseArgs } from 'node:util'
import type { ConnectionId } from '@balcao/domain/ids'

export const moveOutUsage = `Usage:
  npm run move-out -- list
  npm run move-out -- session --connection ID --to FOLDER --i-own-this-number
Hands the session of a linked number over to another program, as the folder of Baileys' useMultiFileAuthState. An admin of
the company pauses the connection first (Conexões, Pausar). The keys are then deleted here: to use the number here again, link
it anew, which may be impossible. The list shows the IDs of the linked numbers. The settings are those of npm start; Balcão may
run meanwhile.

  --i-own-this-number  says that the owner of the number wants it: who has the folder reads and writes as the number.`

export type MoveOutCommand =
  | { readonly act: 'list' }
  | {
      readonly act: 'session'
      readonly connectionId: ConnectionId
      readonly folder: string
      readonly isOwned: boolean
    }

export function parseMoveOutCommand(args: readonly string[]): MoveOutCommand | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        connection: { type: 'string' },
        to: { type: 'string' },
        'i-own-this-number': { type: 'boolean' },
      },
    })
    const { connection = '', to = '' } = values
    if (args.length === 1 && positionals[0] === 'list') return { act: 'list' }
    if (positionals.join(' ') !== 'session' || !/^[1-9]\d{0,8}$/.test(connection) || to === '') return null
    return {
      act: 'session',
      connectionId: Number(connection) as ConnectionId, // the pattern allows only such ids
      folder: to,
      isOwned: values['i-own-this-number'] === true,
    }
  } catch {
    return null
  }
}

export function exportedSessionInstructions(name: string, folder: string): string {
  return [
    `The session of ${name} is in ${folder}, and no longer here.`,
    'Only one program may use it: two that use the same keys disconnect each other and lose messages.',
    'Move the folder instead of copying it, and delete every copy.',
  ].join('\n')
}

export function numberListText(
  numbers: readonly { id: number; name: string; number: string; company: string; cause: string | null }[],
): string {
  if (numbers.length === 0) return 'No number is linked.'
  return numbers
    .map(({ id, name, number, company, cause }) =>
      [id, number, name, company, ...(cause === 'stopped' ? ['paused'] : [])].join('\t'),
    )
    .join('\n')
}
