import { readFileSync } from 'node:fs'
import type { Product } from '../../e2e/src/product'
import { type Account, accountOf } from './accounts'

/** The processes of a product that runs several: the first one, and those that it started. */
export function processesOf({ pid = 0 }: Pick<Product, 'pid'>): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter((child) => child !== '' && isProduct(Number(child))).map(Number)]
}

/** The use of all processes of a product together. */
export function productAccount(product: Pick<Product, 'pid'>): Account {
  const accounts = processesOf(product).map(accountOf)
  return {
    cpuMs: accounts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    residentMb: accounts.reduce((sum, { residentMb }) => sum + residentMb, 0),
  }
}

/** The embedded database is a child too, and counts by itself. */
function isProduct(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('run-product')
}
