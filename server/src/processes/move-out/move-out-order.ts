import { parseArgs } from 'node:util'
import type { ConnectionId } from '@balcao/domain/ids'

export const moveOutUsage = `Usage:
  npm run move-out -- session --connection ID --to FOLDER --i-own-this-number
Hands the session of a linked number over to another program, as the folder of Baileys' useMultiFileAuthState. An admin of
the company stops the connection first. Afterwards the number has no session here; to use it here again, link it anew.
The ID of a connection is in the address of its page. The settings are those of npm start; Balcão may run meanwhile.

  --i-own-this-number  says that the owner of the number wants it: who has the folder reads and writes as the number.`

export interface MoveOutOrder {
  readonly connectionId: ConnectionId
  readonly folder: string
  readonly isOwned: boolean
}

/** Null: the arguments are no valid order. */
export function moveOutOrderOf(args: readonly string[]): MoveOutOrder | null {
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
    if (positionals.join(' ') !== 'session' || !/^[1-9]\d{0,8}$/.test(connection) || to === '') return null
    return {
      connectionId: Number(connection) as ConnectionId, // the pattern allows only such ids
      folder: to,
      isOwned: values['i-own-this-number'] === true,
    }
  } catch {
    return null
  }
}

/** What the operator must know of the folder. */
export function handedOver(name: string, folder: string): string {
  return [
    `The session of ${name} is in ${folder}, and no longer here.`,
    'Only one program may use it: two that use the same keys disconnect each other and lose messages.',
    'Move the folder instead of copying it, and delete every copy.',
  ].join('\n')
}
