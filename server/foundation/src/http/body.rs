//! Bodies of requests, bounded while they are read.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{HttpMessage as _, HttpRequest, web};
use futures_util::StreamExt as _;
use moyan_domain::limits::{BODY_GRACE_S, BODY_MAX_BYTES, BODY_MAX_S, BODY_MIN_BYTES_PER_S};
use tokio::time::Instant;

use super::body_places::{BodyPlace, places_of};
use crate::error::{AppError, Refusal};
use crate::files::temporary_file_failed;

const GRACE: Duration = Duration::from_secs(BODY_GRACE_S);

/// How large the body of a request may be. The check before the handler keeps that of the route in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimit {
    /// Bytes at most.
    pub max_bytes: usize,
}

impl BodyLimit {
    /// The limit of the request's route.
    pub fn of(request: &HttpRequest) -> Self {
        let extensions = request.extensions();
        extensions.get().copied().unwrap_or(Self {
            max_bytes: BODY_MAX_BYTES,
        })
    }

    /// Seconds within which the body must be there: larger ones have longer.
    pub fn max_s(self) -> u64 {
        let needed = self.max_bytes.div_ceil(BODY_MIN_BYTES_PER_S);
        BODY_MAX_S.max(u64::try_from(needed).unwrap_or(u64::MAX))
    }

    /// The body of a request, up to this limit.
    pub fn body(self, request: &HttpRequest, payload: &mut Payload) -> UnreadBody {
        UnreadBody::new(request, payload, self.max_bytes, self.max_s())
    }
}

/// A body that is not read yet.
pub struct UnreadBody {
    request: HttpRequest,
    payload: Payload,
    /// Bytes that it has, as its sender says.
    declared: Option<usize>,
    max_bytes: usize,
    max_s: u64,
}

impl UnreadBody {
    /// The body of a request, of which at most `max_bytes` are read, for at most `max_s` seconds.
    pub fn new(request: &HttpRequest, payload: &mut Payload, max_bytes: usize, max_s: u64) -> Self {
        let declared = request
            .headers()
            .get(CONTENT_LENGTH)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.parse().ok());
        Self {
            request: request.clone(),
            payload: payload.take(),
            declared,
            max_bytes,
            max_s,
        }
    }

    /// Reads it to its end. [`Refusal::TooLarge`] or [`Refusal::TooSlow`] when it is, and [`Refusal::Busy`] when its
    /// sender has too many others.
    pub async fn bytes(self) -> Result<web::Bytes, AppError> {
        self.check_declared()?;
        // A body that was read before its handler has a place already.
        let has_place = self.request.extensions().contains::<BodyPlace>();
        if let Some((places, sender)) = places_of(&self.request).filter(|_| !has_place) {
            let most = self.declared.unwrap_or(self.max_bytes);
            let place = places.admit(sender, most).await?;
            // It is in memory, in one form or another, until the request is answered.
            self.request.extensions_mut().insert(place);
        }
        // Made in its final size: growing would take twice the memory.
        let size = self.declared.unwrap_or(0).min(self.max_bytes);
        let mut bytes = web::BytesMut::with_capacity(size);
        self.for_each(async |piece| {
            bytes.extend_from_slice(&piece);
            Ok(())
        })
        .await?;
        Ok(bytes.freeze())
    }

    fn check_declared(&self) -> Result<(), Refusal> {
        match self.declared {
            Some(length) if length > self.max_bytes => Err(Refusal::TooLarge),
            _ => Ok(()),
        }
    }

    /// Reads it to its end into a temporary file that has no name and is gone when it is closed. Refuses as
    /// [`bytes`](Self::bytes) does.
    ///
    /// Without room for the file it is [`Refusal::FilesUnavailable`].
    pub async fn file(self) -> Result<File, AppError> {
        let file = off_the_event_loop(tempfile::tempfile).await;
        self.written_to(file.map_err(temporary_file_failed)?).await
    }

    async fn written_to(self, file: File) -> Result<File, AppError> {
        let file = Arc::new(file);
        self.for_each(async |piece| {
            let file = file.clone();
            let write = off_the_event_loop(move || (&*file).write_all(&piece));
            write.await.map_err(temporary_file_failed)
        })
        .await?;
        Arc::into_inner(file).ok_or_else(|| AppError::Internal("a piece is being written".to_owned()))
    }

    /// Gives its pieces to `add`, one after another.
    async fn for_each(
        mut self,
        mut add: impl AsyncFnMut(web::Bytes) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        self.check_declared()?;
        let pace = Pace::of(self.max_bytes, self.max_s);
        let mut began = Instant::now();
        let mut n_bytes = 0;
        loop {
            let next = tokio::time::timeout_at(began + pace.longest(n_bytes), self.payload.next());
            let Some(piece) = next.await.map_err(|_| Refusal::TooSlow)? else {
                return Ok(());
            };
            let piece = piece.map_err(|_| Refusal::BadRequest)?;
            n_bytes += piece.len();
            if n_bytes > self.max_bytes {
                return Err(Refusal::TooLarge.into());
            }
            // What is done with a piece is not its sender's time.
            let came = Instant::now();
            add(piece).await?;
            began += came.elapsed();
        }
    }
}

/// How fast a body must come.
struct Pace {
    max: Duration,
    bytes_per_s: f64,
}

impl Pace {
    /// The least rate of a body of at most so many bytes, which must be there within so many seconds. A large one need
    /// not be as fast as its size allows.
    fn of(max_bytes: usize, max_s: u64) -> Self {
        let max = Duration::from_secs(max_s);
        let rest = max.saturating_sub(GRACE).max(Duration::from_secs(1));
        Self {
            max,
            bytes_per_s: (max_bytes as f64 / rest.as_secs_f64()).min(BODY_MIN_BYTES_PER_S as f64),
        }
    }

    /// How long a body may have taken, of which so many bytes are there, before more come.
    fn longest(&self, n_bytes: usize) -> Duration {
        let at_this_rate = Duration::from_secs_f64(n_bytes as f64 / self.bytes_per_s);
        (GRACE + at_this_rate).min(self.max)
    }
}

async fn off_the_event_loop<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    tokio::task::spawn_blocking(work).await?
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _};

    use actix_web::ResponseError as _;
    use actix_web::error::PayloadError;
    use actix_web::test::TestRequest;
    use futures_util::Stream;

    use super::*;

    fn payload_of(pieces: impl Stream<Item = Result<web::Bytes, PayloadError>> + 'static) -> Payload {
        Payload::Stream {
            payload: Box::pin(pieces),
        }
    }

    /// A body that comes in pieces, of which at most ten bytes are read.
    fn body_of(declared: Option<&str>, pieces: &[&'static [u8]]) -> UnreadBody {
        let pieces: Vec<_> = pieces
            .iter()
            .map(|piece| Ok(web::Bytes::from_static(piece)))
            .collect();
        let mut payload = payload_of(futures_util::stream::iter(pieces));
        let mut request = TestRequest::default();
        if let Some(length) = declared {
            request = request.insert_header((CONTENT_LENGTH, length));
        }
        UnreadBody::new(&request.to_http_request(), &mut payload, 10, 1)
    }

    /// Reads such a body in both ways, which are to agree.
    async fn read(declared: Option<&str>, pieces: &[&'static [u8]]) -> Result<Vec<u8>, AppError> {
        let in_memory = body_of(declared, pieces).bytes().await;
        let in_file = body_of(declared, pieces).file().await;
        let bytes = match (in_memory, in_file) {
            (Ok(bytes), Ok(mut file)) => {
                let mut written = Vec::new();
                file.rewind().unwrap();
                file.read_to_end(&mut written).unwrap();
                assert_eq!(written, bytes);
                written
            }
            (Err(error), Err(same)) => {
                assert_eq!(error.to_string(), same.to_string());
                return Err(error);
            }
            other => panic!("{other:?}"),
        };
        Ok(bytes)
    }

    #[actix_web::test]
    async fn a_body_is_read_to_its_end_into_memory_or_a_file() {
        assert_eq!(read(None, &[]).await.unwrap(), b"");
        assert_eq!(read(Some("5"), &[b"12", b"", b"345"]).await.unwrap(), b"12345");
    }

    #[actix_web::test]
    async fn a_body_may_be_as_large_as_its_limit_and_no_larger() {
        let too_large =
            |read: Result<Vec<u8>, AppError>| matches!(read, Err(AppError::Refused(Refusal::TooLarge)));
        assert_eq!(read(None, &[b"12345", b"67890"]).await.unwrap().len(), 10);
        assert_eq!(read(Some("10"), &[b"12345", b"67890"]).await.unwrap().len(), 10);
        assert!(too_large(read(None, &[b"12345", b"678901"]).await));
        assert!(too_large(read(None, &[b"12345678901"]).await));
        // What is said to be too large is not read.
        assert!(too_large(read(Some("11"), &[b"1"]).await));
        // Who says less than it sends gains nothing.
        assert!(too_large(read(Some("1"), &[b"12345678901"]).await));
    }

    #[actix_web::test]
    async fn a_body_for_which_there_is_no_room_is_for_later() {
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let refused = body_of(None, &[b"12"]).written_to(full()).await;
        let Err(error) = refused else {
            panic!("it was written");
        };
        assert!(matches!(error, AppError::Refused(Refusal::FilesUnavailable)));
        assert_eq!(error.status_code(), 503);
        assert!(error.error_response().headers().contains_key("retry-after"));
    }

    #[actix_web::test]
    async fn a_body_that_breaks_off_is_refused() {
        let broken = || {
            let pieces = [
                Ok(web::Bytes::from_static(b"12")),
                Err(PayloadError::Incomplete(None)),
            ];
            let mut payload = payload_of(futures_util::stream::iter(pieces));
            UnreadBody::new(&TestRequest::default().to_http_request(), &mut payload, 10, 1)
        };
        let refused = |error| matches!(error, AppError::Refused(Refusal::BadRequest));
        assert!(refused(broken().bytes().await.unwrap_err()));
        assert!(refused(broken().file().await.unwrap_err()));
    }

    #[actix_web::test]
    async fn a_body_that_does_not_come_is_not_waited_for() {
        let pending = || {
            let mut payload = payload_of(futures_util::stream::pending());
            UnreadBody::new(&TestRequest::default().to_http_request(), &mut payload, 10, 0)
        };
        let refused = |error| matches!(error, AppError::Refused(Refusal::TooSlow));
        assert!(refused(pending().bytes().await.unwrap_err()));
        assert!(refused(pending().file().await.unwrap_err()));
    }

    /// A body of 10 MB of which a piece of so many bytes comes each second.
    fn dripping(n_bytes: usize) -> UnreadBody {
        let pieces = futures_util::stream::unfold((), move |()| async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok(web::Bytes::from(vec![0; n_bytes])), ()))
        });
        let mut payload = payload_of(pieces);
        UnreadBody::new(
            &TestRequest::default().to_http_request(),
            &mut payload,
            10 << 20,
            60,
        )
    }

    async fn refused_after(body: UnreadBody) -> (Refusal, u64) {
        let began = Instant::now();
        match body.bytes().await {
            Err(AppError::Refused(refusal)) => (refusal, began.elapsed().as_secs()),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_is_given_up_long_before_its_time() {
        assert_eq!(refused_after(dripping(1000)).await, (Refusal::TooSlow, 5));
        // Half the rate is noticed when it is far behind, and what is fast enough has all its time.
        assert_eq!(
            refused_after(dripping(BODY_MIN_BYTES_PER_S / 2)).await,
            (Refusal::TooSlow, 9)
        );
        assert_eq!(
            refused_after(dripping(BODY_MIN_BYTES_PER_S)).await,
            (Refusal::TooSlow, 60)
        );
        assert_eq!(
            refused_after(dripping(2 * BODY_MIN_BYTES_PER_S)).await,
            (Refusal::TooLarge, 60)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_done_with_a_piece_is_not_its_senders_time() {
        let mut n_pieces = 0;
        let read = dripping(BODY_MIN_BYTES_PER_S).for_each(async |_| {
            n_pieces += 1;
            tokio::time::sleep(Duration::from_secs(100)).await;
            Ok(())
        });
        assert!(matches!(read.await, Err(AppError::Refused(Refusal::TooSlow))));
        assert_eq!(n_pieces, 60);
    }

    #[test]
    fn a_larger_body_has_longer() {
        let seconds = |max_bytes| BodyLimit { max_bytes }.max_s();
        assert_eq!([1, BODY_MAX_BYTES, 5 * 1024 * 1024].map(seconds), [15, 15, 60]);
    }
}
