/** What each refusal of signing credentials says: what is wrong, and what to do. */
export const credentialsSentences = {
  credentials_empty:
    'The certificate file is empty. Export the certificate with its private key as a .p12 file.',
  credentials_too_large:
    'The certificate file is larger than any real one. Export one certificate with its private key as a .p12 file.',
  credentials_pem:
    'This is a text file (PEM), not a .p12 file. Put certificate and private key into one: openssl pkcs12 -export -in file.pem -out file.p12',
  credentials_only_certificate:
    'This is a certificate without its private key. Export both together as a .p12 file from where the key was made.',
  credentials_not_pkcs12:
    'This is not a .p12 file (PKCS #12), or it is damaged. Export the certificate with its private key again.',
  credentials_too_many_certificates:
    'The .p12 file holds more certificates than any real chain. Export only the one that signs, with its chain.',
  credentials_too_many_iterations:
    'The .p12 file asks for so much work to check its password that it is refused as unsafe. Export it again with the usual tools.',
  credentials_unknown_protection:
    'The .p12 file is protected in a way that this service does not know. Export it again, for example with openssl pkcs12 -export.',
  credentials_password_missing: 'The .p12 file is protected by a password. Send it with the file.',
  credentials_password_wrong: 'The password is not that of the .p12 file. Check it and try again.',
  credentials_no_key:
    'The .p12 file has no private key. Export the certificate together with its private key.',
  credentials_several_keys:
    'The .p12 file has several private keys, so it is not clear which one signs. Export one of them.',
  credentials_no_certificate:
    'The .p12 file has no certificate of its private key. Export the private key together with its certificate.',
  certificate_expired: 'The certificate has expired. Renew it and store the new one.',
  certificate_not_yet_valid:
    'The certificate is not valid yet. Check its dates, or wait until they have begun.',
  push_certificate_other_kind:
    'This certificate is not one for Apple’s push service. Make one of the type “Apple Push Notification service” for the App Catalog.',
  profile_missing:
    'An iOS app is signed with a provisioning profile too. Send the profiles together with the certificate.',
  profile_not_wanted: 'Android apps have no provisioning profiles. Send only the certificate.',
  profile_too_large: 'The provisioning profiles are larger than any real ones. Download them again.',
  profile_expired: 'The provisioning profile has expired. Renew it and send the new one.',
  profile_other_certificate:
    'The provisioning profile does not allow this certificate. Send the profile that was made for it.',
  profile_development:
    'This is a profile for development: apps signed with it run only on developers’ devices. Send one for ad hoc or in-house distribution.',
  profile_store:
    'This is a profile for the App Store: no other service can deliver apps with it. Send one for ad hoc or in-house distribution.',
} as const;
