/** Functions of Apple's libraries that reveal what an app does, by the symbol that a program needs. */
export interface SymbolMeaning {
  section: 'Cryptographic Operations' | 'Hash Operations';
  operation: string;
}

const crypto = 'Cryptographic Operations' as const;
const hash = 'Hash Operations' as const;

/**
 * CommonCrypto, the keychain and Security.framework. The algorithm of `CCCrypt` is a number that only its caller knows.
 */
export const knownSymbols: ReadonlyMap<string, SymbolMeaning> = new Map([
  ['_CCCrypt', { section: crypto, operation: '' }],
  ['_CCCryptorCreate', { section: crypto, operation: '' }],
  ['_CCCryptorCreateWithMode', { section: crypto, operation: '' }],
  ['_CCKeyDerivationPBKDF', { section: crypto, operation: 'PBKDF2' }],
  ['_SecKeyCreateRandomKey', { section: crypto, operation: '' }],
  ['_SecKeyGeneratePair', { section: crypto, operation: '' }],
  ['_SecKeyCreateEncryptedData', { section: crypto, operation: '' }],
  ['_SecKeyCreateDecryptedData', { section: crypto, operation: '' }],
  ['_SecKeyCreateSignature', { section: crypto, operation: '' }],
  ['_SecItemAdd', { section: crypto, operation: 'Keychain' }],
  ['_SecItemCopyMatching', { section: crypto, operation: 'Keychain' }],
  ['_SecItemUpdate', { section: crypto, operation: 'Keychain' }],
  ['_SSLHandshake', { section: crypto, operation: 'TLS' }],
  ['_CC_MD2', { section: hash, operation: 'MD2' }],
  ['_CC_MD4', { section: hash, operation: 'MD4' }],
  ['_CC_MD5', { section: hash, operation: 'MD5' }],
  ['_CC_MD5_Init', { section: hash, operation: 'MD5' }],
  ['_CC_SHA1', { section: hash, operation: 'SHA1' }],
  ['_CC_SHA1_Init', { section: hash, operation: 'SHA1' }],
  ['_CC_SHA256', { section: hash, operation: 'SHA256' }],
  ['_CC_SHA256_Init', { section: hash, operation: 'SHA256' }],
  ['_CC_SHA384', { section: hash, operation: 'SHA384' }],
  ['_CC_SHA512', { section: hash, operation: 'SHA512' }],
  ['_CCHmac', { section: hash, operation: 'HMAC' }],
  ['_CCHmacInit', { section: hash, operation: 'HMAC' }],
]);
