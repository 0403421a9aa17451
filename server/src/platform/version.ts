import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './paths'

export const productVersion = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { readonly version: string }
).version

/** Whether one version is older than the other. A version is three numbers with dots between. */
export function isOlderVersion(one: string, other: string): boolean {
  const [ones, others] = [partsOf(one), partsOf(other)]
  const at = ones.findIndex((part, index) => part !== others[index])
  return at >= 0 && (ones[at] ?? 0) < (others[at] ?? 0)
}

function partsOf(version: string): readonly number[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version of the product`)
  return version.split('.').map(Number)
}
