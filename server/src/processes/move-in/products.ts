import { chatwoot } from './chatwoot/chatwoot'
import { MoveInProblem } from './move-in-problem'
import type { SourceProduct } from './product'
import type { SourceDatabase } from './source-database'
import { whaticket } from './whaticket/whaticket'

const products: readonly SourceProduct[] = [whaticket, chatwoot]

export function detectProduct(source: SourceDatabase): SourceProduct {
  const found = products.find((product) => product.isIn(source))
  if (found === undefined)
    throw new MoveInProblem(
      'no-product',
      'The source has not the tables of ticketz, Whaticket SaaS, a fork of both, or Chatwoot.',
    )
  return found
}
