//! Chat rooms and messages.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::{Value, json};

use super::{Person, TestApp, TestResponse, photos, upload};

pub const SEND: &str = "/api/chat/sendMessage";

impl TestApp {
    /// Admins of two connected companies and their room.
    pub async fn room(&self) -> (Person, Person, String) {
        let admin = self.sign_in(Contractor, Admin).await;
        let sub = self.sign_in(Subcontractor, Admin).await;
        let room = self.connection(&admin, &sub, true).await;
        (admin, sub, room)
    }

    /// Sends a text to a room; returns the response.
    pub async fn say(&self, who: &Person, room: &str, contents: &str) -> TestResponse {
        let form = json!({ "userId": who.user, "roomId": room, "contents": contents });
        self.post(who, SEND, form).await
    }

    /// Sends a text that is accepted; returns the message.
    pub async fn said(&self, who: &Person, room: &str, contents: &str) -> Value {
        let sent = self.say(who, room, contents).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        sent.json["message"].clone()
    }

    /// Sends a picture and other fields to a room.
    pub async fn show(
        &self,
        who: &Person,
        room: &str,
        file: &[u8],
        fields: &[(&str, &str)],
    ) -> TestResponse {
        let path = format!("/api/chat/sendAttachment/{room}");
        self.send(Some(who), upload(&path, ("image", "roof.jpg"), file, fields)).await
    }

    /// Sends a small picture; returns the message.
    pub async fn shown(&self, who: &Person, room: &str) -> Value {
        let sent = self.show(who, room, &photos::jpeg(64, 48), &[]).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        sent.json["message"].clone()
    }

    /// The newest page of a room, not marked as read.
    pub async fn page(&self, who: &Person, room: &str) -> Vec<Value> {
        self.messages(who, room, "?read=false", None).await
    }

    /// A page of a room.
    pub async fn messages(
        &self,
        who: &Person,
        room: &str,
        query: &str,
        before: Option<&str>,
    ) -> Vec<Value> {
        let page = self.messages_asked(who, room, query, before).await;
        assert_eq!(page.status, StatusCode::OK, "{:?}", page.json);
        page.json["messages"].as_array().expect("messages").clone()
    }

    /// The response to a request for a page of a room.
    pub async fn messages_asked(
        &self,
        who: &Person,
        room: &str,
        query: &str,
        before: Option<&str>,
    ) -> TestResponse {
        let mut request = Request::get(format!("/api/chat/messages/room/{room}{query}"));
        if let Some(before) = before {
            request = request.header("lastMessageId", before);
        }
        self.send(Some(who), request.body(Body::empty()).expect("request")).await
    }

    /// A room as this user sees it.
    pub async fn room_of(&self, who: &Person, room: &str) -> Value {
        let found = self.get(who, &format!("/api/chat/room/{room}")).await;
        assert_eq!(found.status, StatusCode::OK, "{:?}", found.json);
        found.json["room"].clone()
    }

    /// A user's notifications of messages: the title, the text, and whether it is new.
    pub async fn message_notifications(&self, who: &Person) -> Vec<(String, String, bool)> {
        let list = self.get(who, "/api/notifications/user").await.json["notifications"].clone();
        let word =
            |notification: &Value, key: &str| notification[key].as_str().expect("text").to_string();
        list.as_array()
            .expect("notifications")
            .iter()
            .filter(|notification| notification["destination"] == "messages")
            .map(|notification| {
                (
                    word(notification, "title"),
                    word(notification, "content"),
                    notification["isNew"] == true,
                )
            })
            .collect()
    }
}
