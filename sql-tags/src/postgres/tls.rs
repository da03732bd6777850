//! Encrypted connections to PostgreSQL, as libpq's `sslmode` has them.

use std::sync::Arc;

use rustls::CertificateError;
use rustls::ClientConfig;
use rustls::DigitallySignedStruct;
use rustls::RootCertStore;
use rustls::SignatureScheme;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::HandshakeSignatureValid;
use rustls::client::danger::ServerCertVerified;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring;
use rustls::crypto::verify_tls12_signature;
use rustls::crypto::verify_tls13_signature;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::ServerName;
use rustls::pki_types::UnixTime;
use rustls::pki_types::pem::PemObject;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::url::Encryption;
use crate::url::PostgresTarget;

/// What makes encrypted connections to a server; `None`: none are wanted.
///
/// Certificates are checked against the file of the option `sslrootcert`, else those that the system trusts.
pub(super) fn connector(target: &PostgresTarget) -> Result<Option<MakeRustlsConnect>> {
    // A socket of the file system goes nowhere.
    if target.encryption == Encryption::Disable || target.hosts.iter().all(|(host, _)| host.starts_with('/'))
    {
        return Ok(None);
    }
    let provider = Arc::new(ring::default_provider());
    // As in libpq, a given root certificate is there to be used.
    let checks_chain = target.encryption >= Encryption::VerifyCa
        || target.encryption == Encryption::Require && target.root_certificate.is_some();
    let chain = if checks_chain {
        let roots = roots(target.root_certificate.as_deref())?;
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
        Some(verifier.map_err(|error| wrong(&format!("no certificate can be checked: {error}")))?)
    } else {
        None
    };
    let verifier =
        Verifier { chain, name: target.encryption == Encryption::VerifyFull, provider: provider.clone() };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Some(MakeRustlsConnect::new(config)))
}

fn wrong(message: &str) -> SqlError {
    SqlError::new(ErrorKind::Configuration, format!("encrypted connections to PostgreSQL: {message}"))
}

fn roots(file: Option<&str>) -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    let certificates = match file {
        Some(file) => CertificateDer::pem_file_iter(file)
            .and_then(Iterator::collect::<std::result::Result<Vec<_>, _>>)
            .map_err(|error| wrong(&format!("the certificates in {file} can't be read: {error}")))?,
        None => rustls_native_certs::load_native_certs().certs,
    };
    let (taken, _) = roots.add_parsable_certificates(certificates);
    if taken == 0 {
        let place =
            file.map_or("the system trusts none".to_owned(), |file| format!("there are none in {file}"));
        return Err(wrong(&format!("there are no certificates to check the server's with: {place}"))
            .with_hint("name a file with the server's authority in PEM form by the option sslrootcert"));
    }
    Ok(roots)
}

/// Checks as much of the server's certificate as is asked for, and in any case that the server has its key.
#[derive(Debug)]
struct Verifier {
    /// Checks who has signed it.
    chain: Option<Arc<WebPkiServerVerifier>>,
    /// Whether it must be for this host.
    name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, rustls::Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(certificate, intermediates, server, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
