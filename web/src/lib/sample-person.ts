/** For previews of texts: a realistic name and number of no real customer. */
export const samplePerson = { name: 'Maria Souza', number: '5551999990000', email: 'maria@exemplo.com' }
