/** A sample contact for previews of texts; the number belongs to no real customer. */
export const sampleContact = { name: 'Maria Souza', number: '5551999990000', email: 'maria@exemplo.com' }
