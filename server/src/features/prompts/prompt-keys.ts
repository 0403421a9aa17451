import type { PromptId } from '@balcao/domain/ids'
import { credentialMask } from '@balcao/domain/settings'
import { type DataKeys, decryptText, encryptText } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { type PromptRow, savePromptApiKeys } from './prompts.queries'

type KeyOwner = Pick<CompanyWork, 'companyId'>
const context = ({ companyId }: KeyOwner, id: PromptId, column: string) =>
  `prompts.${column} ${companyId} ${id}`

/** Encrypts the keys. An empty key, or the mask that answers contain, leaves the stored key (PROMPT-13, SETTING-08). */
export async function storePromptApiKeys(
  work: KeyOwner & Pick<CompanyWork, 'db'>,
  id: PromptId,
  keys: { readonly apiKey: string; readonly voiceKey: string },
  dataKeys: DataKeys,
): Promise<void> {
  const seal = (key: string, column: string) =>
    key === '' || key === credentialMask ? null : encryptText(dataKeys, key, context(work, id, column))
  await work.db.run(savePromptApiKeys, {
    id,
    apiKey: seal(keys.apiKey, 'sealed_api_key'),
    voiceKey: seal(keys.voiceKey, 'sealed_voice_key'),
  })
}

/** Decrypts the keys of a prompt for a call of its services. Null: no key is stored. */
export function decryptPromptApiKeys(
  work: KeyOwner,
  row: PromptRow,
  dataKeys: DataKeys,
): { apiKey: string | null; voiceKey: string | null } {
  const open = (sealed: string | null, column: string) =>
    sealed === null ? null : decryptText(dataKeys, sealed, context(work, row.id, column))
  return {
    apiKey: open(row.sealed_api_key, 'sealed_api_key'),
    voiceKey: open(row.sealed_voice_key, 'sealed_voice_key'),
  }
}
