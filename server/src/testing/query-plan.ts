import type { TestApp } from './test-app'

/**
 * The plan of a statement as text. Small tables need `avoidsSequentialScans`, because reading all of one is cheap.
 * A table that was just filled has no statistics: `analyzes` makes them.
 */
export async function queryPlanOf(
  testApp: Pick<TestApp, 'rows'>,
  text: string,
  values: readonly unknown[] = [],
  { avoidsSequentialScans = false, analyzes = '' } = {},
): Promise<string> {
  if (analyzes !== '') await testApp.rows(`analyze ${analyzes}`)
  if (avoidsSequentialScans) await testApp.rows('set enable_seqscan = off')
  const plan = await testApp.rows<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  await testApp.rows('reset enable_seqscan')
  return plan.map((line) => line['QUERY PLAN']).join('\n')
}
